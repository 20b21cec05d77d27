/** Resources by path, with those below a path found in a tree of its segments. */
import { Table } from "./table.ts";

interface Node {
  children?: Map<string, Node>;
  /** The resource at the path that ends here. */
  resource?: Resource | undefined;
}

/** A resource of undocumented shape: the body that was sent, kept under its path. */
export interface Resource {
  path: string;
  parent: string;
  body: Record<string, unknown>;
}

export class ResourceTable extends Table<Resource, "parent"> {
  readonly #root: Node = {};

  constructor() {
    super({ parent: ({ parent }) => parent });
  }

  override put(path: string, resource: Resource): Resource {
    let node = this.#root;
    for (const segment of path.split("/")) {
      node.children ??= new Map();
      const next: Node = node.children.get(segment) ?? {};
      node.children.set(segment, next);
      node = next;
    }
    node.resource = resource;
    return super.put(path, resource);
  }

  override delete(path: string): void {
    const nodes = this.#nodesTo(path.split("/"));
    const last = nodes.at(-1);
    if (!last?.node.resource) return;
    last.node.resource = undefined;
    for (const { parent, segment, node } of nodes.reverse()) {
      if (node.children?.size || node.resource) break;
      parent.children?.delete(segment);
    }
    super.delete(path);
  }

  /** The resources below a path, without the one at the path itself. */
  below(path: string): Resource[] {
    const node = this.#nodesTo(path.split("/")).at(-1)?.node;
    return node ? [...resourcesIn(node)] : [];
  }

  /** The nodes on the way to a path; none if nothing is there or below it. */
  #nodesTo(segments: string[]) {
    const nodes: { parent: Node; segment: string; node: Node }[] = [];
    let parent = this.#root;
    for (const segment of segments) {
      const node = parent.children?.get(segment);
      if (!node) return [];
      nodes.push({ parent, segment, node });
      parent = node;
    }
    return nodes;
  }
}

function* resourcesIn(node: Node): Generator<Resource> {
  for (const child of node.children?.values() ?? []) {
    if (child.resource) yield child.resource;
    yield* resourcesIn(child);
  }
}
