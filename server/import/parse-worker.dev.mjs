// Development only: worker threads of Node 20 ignore a TypeScript loader in `--import`, so this file registers tsx
// itself.
import { register } from 'tsx/esm/api';

register();
await import('./parse-worker.ts');
