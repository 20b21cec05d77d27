/** The file name is the name of what is in it, so a reference names a whole file. */
export default function wholeFileRefs() {
  return {
    ref(node, ctx) {
      if (!node.$ref.includes("#")) return;
      ctx.report({ message: `${node.$ref} must name a file, not a place inside one.` });
    },
  };
}
