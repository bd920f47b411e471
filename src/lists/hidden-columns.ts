import type { ListQuery } from './list-query.ts';

/** Returns the keys of the hidden columns, from the address: `?hide=location.types`. */
export const hiddenColumns = (query: Pick<ListQuery, 'filter'>): readonly string[] => query.filter('hide').split('.');
