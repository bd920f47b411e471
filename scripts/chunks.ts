import { relative, resolve } from 'node:path';

/** The part of Rolldown's module graph that is read here. */
interface Graph {
  getModuleInfo(id: string): ModuleLinks | null;
}
interface ModuleLinks {
  importedIds: readonly string[];
  importers: readonly string[];
  dynamicImporters: readonly string[];
  isEntry: boolean;
}

/** A group of `codeSplitting.groups`. */
interface Group {
  name: (id: string, graph: Graph) => string | null;
  minShareCount?: number;
  includeDependenciesRecursively: boolean;
}

/**
 * Modules that the page loads together with the entry before the first rows are painted;
 * tests/browser/first-rows.spec.ts measures it.
 */
export const beforeFirstRows = ['sync/page.ts', 'src/app/shell.tsx', 'src/features/round/rounds-list-screen.tsx'];
/** Those of them that are around every screen. */
const frame = beforeFirstRows.slice(0, 2);
const entry = 'src/main.tsx';
const engine = 'sync/engine/engine.ts';

/** All modules that one of these needs at once, with themselves. */
function needed(graph: Graph, starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = starts.map((file) => resolve(file));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Computed once for a graph: it stays the same during a build. */
const stages = new WeakMap<
  Graph,
  { start: Set<string>; shell: Set<string>; rows: Set<string>; engine: Set<string>; byName: Set<string> }
>();
function stagesOf(graph: Graph) {
  let found = stages.get(graph);
  if (!found) {
    found = {
      start: needed(graph, [entry]),
      shell: needed(graph, frame),
      rows: needed(graph, beforeFirstRows),
      engine: needed(graph, [engine]),
      byName: new Set(beforeFirstRows.map((file) => resolve(file))),
    };
    stages.set(graph, found);
  }
  return found;
}

/** Which stage of a start needs a module first; null: none, or the bundler knows better. */
function stageOf(id: string, graph: Graph): 'start' | 'kit' | 'lists' | 'contract' | 'engine' | null {
  const { start, shell, rows, engine: ofEngine, byName } = stagesOf(graph);
  if (start.has(id) || byName.has(id)) return 'start';
  if (shell.has(id)) return id.includes('/node_modules/') ? 'start' : 'kit';
  if (rows.has(id)) return 'lists';
  // The engine's database is also that of live queries, which come before the engine.
  if (id.includes('/node_modules/dexie')) return 'start';
  if (!ofEngine.has(id)) return null;
  return id.includes('/sync/') ? 'engine' : 'contract';
}

const stage = (name: 'kit' | 'lists' | 'contract' | 'engine'): Group => ({
  name: (id, graph) => (stageOf(id, graph) === name ? name : null),
  includeDependenciesRecursively: false,
});

const sharedBy = (name: string, screens: number): Group => ({
  name: (id, graph) => (stageOf(id, graph) === null ? name : null),
  minShareCount: screens,
  includeDependenciesRecursively: false,
});

/** Folders of `src/features` whose screens are small and opened one after the other, at a desk. */
const desks: Record<string, readonly string[]> = {
  registers: [
    'admin-dashboard',
    'audit',
    'contact-person',
    'department',
    'engineer',
    'equipment-type',
    'hospital',
    'vendor',
  ],
  papers: ['print'],
  figures: ['figures'],
  contracts: ['warranty'],
  plans: ['procedure', 'schedule', 'tester'],
};

/** The desk of a screen; null: none, or a part that a screen loads later. */
function deskOf(id: string, { dynamicImporters }: ModuleLinks): string | null {
  if (!dynamicImporters.some((from) => from.includes('/src/routes-'))) return null;
  const [, , folder = ''] = relative('.', id).split('/');
  return Object.keys(desks).find((name) => desks[name]?.includes(folder)) ?? null;
}

/** The desk that alone needs a module; null: none does, or something else as well. */
function onlyDeskOf(id: string, graph: Graph): string | null {
  const found = new Set<string | null>();
  const seen = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const links = graph.getModuleInfo(next);
    if (!links) continue;
    if (links.isEntry || links.dynamicImporters.length > 0) found.add(deskOf(next, links));
    open.push(...links.importers);
  }
  const [desk = null] = found;
  return found.size === 1 ? desk : null;
}

/** What only the screens of one desk need. Packages stay apart: some are larger than all screens together. */
const desk: Group = {
  name: (id, graph) => (stageOf(id, graph) !== null || id.includes('/node_modules/') ? null : onlyDeskOf(id, graph)),
  includeDependenciesRecursively: false,
};

/**
 * The chunks that are made by hand: a chunk for each set of screens gave 200 files, most of them under 2 kB, and each costs
 * a round trip and 1 kB of headers. In the order in which the app needs them: the frame of every screen, the first rows,
 * the engine behind them, what screens share, and the desks. Whatever a module of a group imports is in the group or an
 * earlier one, so that no two chunks wait for each other.
 */
export const chunkGroups: Group[] = [
  stage('kit'),
  stage('lists'),
  stage('contract'),
  stage('engine'),
  sharedBy('common', 9),
  sharedBy('shared', 3),
  desk,
];

/** A file of the bundle, as far as it is read here. */
interface BundleFile {
  fileName: string;
  moduleIds?: string[];
  imports?: string[];
}

/** The chunks of every start's frame, without its entry and what that imports. The engine and the screens are not among them. */
export function firstChunks(bundle: readonly BundleFile[]): string[] {
  const main = bundle.find(({ moduleIds }) => moduleIds?.includes(resolve(entry)));
  const found = new Set<string>([main?.fileName ?? '', ...(main?.imports ?? [])]);
  const known = found.size;
  const take = (file: BundleFile | undefined): void => {
    if (!file || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const name of file.imports ?? []) take(bundle.find(({ fileName }) => fileName === name));
  };
  for (const file of frame) take(bundle.find(({ moduleIds }) => moduleIds?.includes(resolve(file))));
  return [...found].slice(known);
}
