/** A resolve hook: the packages of this workspace export sources, and plain Node needs their build. */
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  return { ...resolved, url: resolved.url.replace(/\/src\/(.+)\.ts$/, "/dist/$1.js") };
}
