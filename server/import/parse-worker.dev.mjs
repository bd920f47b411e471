// Development only: a thread of Node 20 takes no TypeScript loader from `--import`, so it registers tsx itself.
import { register } from 'tsx/esm/api';

register();
await import('./parse-worker.ts');
