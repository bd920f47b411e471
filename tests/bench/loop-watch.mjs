// Preloaded into a server: on SIGUSR2 writes the longest block of the event loop since the last signal, in
// milliseconds, to the file that LOOP_WATCH_FILE names.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LOOP_WATCH_FILE'];
if (isMainThread && file) {
  const resolutionMs = 5;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(Math.max(0, delay.max / 1e6 - resolutionMs)));
    renameSync(`${file}.new`, file);
    delay.reset();
  });
}
