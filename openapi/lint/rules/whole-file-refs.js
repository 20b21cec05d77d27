/** A file is named after its content, so a reference names a whole file. */
export default function wholeFileRefs() {
  return {
    ref(node, ctx) {
      if (!node.$ref.includes("#")) return;
      ctx.report({ message: `${node.$ref} must name a whole file, not a part of one.` });
    },
  };
}
