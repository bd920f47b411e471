import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** One import statement and the file it resolves to. */
export interface Import {
  /** The importing file, relative to the tree's root: `src/app/app.tsx`. */
  from: string;
  /** The text between the quotes. */
  specifier: string;
  /** A file relative to the root, or the name of a package (`zod`, `@fastify/jwt`, `node:fs`). */
  to: string;
  /** Whether `to` is a package. */
  isPackage: boolean;
}

/** Aliases of package.json (`imports`), with the folder that each maps to. */
const aliases = new Map([
  ['#contract/', 'contract/'],
  ['#sync/', 'sync/'],
  ['#server/', 'server/'],
  ['#ui/', 'src/'],
  ['#tests/', 'tests/'],
]);

function resolveImport(from: string, specifier: string): Import {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) {
    return { from, specifier, to: posix.join(posix.dirname(from), bare), isPackage: false };
  }
  for (const [alias, folder] of aliases) {
    if (bare.startsWith(alias)) return { from, specifier, to: folder + bare.slice(alias.length), isPackage: false };
  }
  const depth = bare.startsWith('@') ? 2 : 1;
  return { from, specifier, to: bare.split('/').slice(0, depth).join('/'), isPackage: true };
}

/**
 * Returns everything that a file imports: values and types, re-exports, `import()`, the type `import('…').X`, and
 * workers referenced by `new URL('…', import.meta.url)`. Throws: for code that does not parse, and for an `import()`
 * with a computed target, which no border could check.
 */
export function importsOf(file: string, code: string): Import[] {
  const { program, module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message ?? ''}`);
  const found = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) found.push(moduleRequest.value);
  }
  new Visitor({
    ImportExpression({ source }) {
      if (source.type !== 'Literal' || typeof source.value !== 'string') {
        throw new Error(`${file} imports something computed: name the file.`);
      }
      found.push(source.value);
    },
    TSImportType({ source }) {
      found.push(source.value);
    },
    NewExpression({ callee, arguments: [target, base] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || base?.type !== 'MemberExpression') return;
      if (base.object.type !== 'MetaProperty' || target?.type !== 'Literal') return;
      // Folders and files that are only read do not count as imports.
      if (typeof target.value === 'string' && /\.[cm]?tsx?$/.test(target.value)) found.push(target.value);
    },
  }).visit(program);
  return [...new Set(found)].map((specifier) => resolveImport(file, specifier));
}

/** Returns all imports below the given folders of the tree at `root`. */
export function readImports(root: string, folders: readonly string[]): Import[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[cm]?tsx?$/.test(name))
      .flatMap((name) => {
        const file = posix.join(folder, name);
        return importsOf(file, readFileSync(join(root, file), 'utf8'));
      }),
  );
}

/**
 * Finds cycles: groups of nodes that can reach each other (Tarjan's strongly connected components with two nodes or
 * more, and nodes with an edge to themselves), each sorted by name.
 */
export function circlesIn(edges: Iterable<readonly [from: string, to: string]>): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    open.push(node);
    let low = own;
    for (const target of next.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? own);
    }
    if (low === own) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1 || next.get(node)?.has(node)) circles.push(group.sort());
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles.sort();
}
