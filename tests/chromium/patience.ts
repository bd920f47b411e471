import { expect as ofPlaywright } from '@playwright/test';

/** What a screen may take with three browsers, a server and a database on one busy machine. Units: ms. */
export const patienceMs = 30_000;

/** Expectations that wait so long unless they say otherwise. */
export const expect = ofPlaywright.configure({ timeout: patienceMs });
