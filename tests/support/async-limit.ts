import { configure } from '@testing-library/react';

/** What a screen may take on a busy machine; the library's own limit of one second failed a test in CI. Units: ms. */
configure({ asyncUtilTimeout: 10_000 });
