import { configure } from '@testing-library/react';

/** Timeout of a screen on a busy machine; the library's default of one second failed in CI. Units: ms. */
configure({ asyncUtilTimeout: 10_000 });
