/** Makes each value once, when it is first asked for. */
export function memoized<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const values = new Map<Name, Value>();
  return (name) => {
    let value = values.get(name);
    if (value === undefined) {
      value = make(name);
      values.set(name, value);
    }
    return value;
  };
}
