import { expect as ofPlaywright } from '@playwright/test';

/** Timeout for a screen while three browsers, a server and a database share one busy machine. Units: ms. */
export const patienceMs = 30_000;

/** `expect` with this timeout as its default. */
export const expect = ofPlaywright.configure({ timeout: patienceMs });
