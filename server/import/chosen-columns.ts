import { desc, inArray } from 'drizzle-orm';
import type { Handlers } from '../context.ts';
import { importColumn } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { FIELDS, type ImportField } from './columns.ts';
import { type ChosenColumns, normaliseHeader } from './header.ts';

const isField = (field: string): field is ImportField => FIELDS.some((each) => each === field);
const isMeaning = (field: string): field is ImportField | '' => field === '' || isField(field);

/** Meanings of a hospital's headers, as chosen by Admins. Source: docs/product.md P248. */
export async function readChosen(scope: HospitalScope): Promise<ChosenColumns> {
  const rows = await scope.list(importColumn, undefined, { orderBy: desc(importColumn.chosenAt) });
  return rows.flatMap(({ header, field }) => (isMeaning(field) ? [[header, field] as const] : []));
}

/** Remembers what headers of a hospital mean; what was said of them before counts no longer. */
export const chosenColumnHandlers = {
  chooseImportColumns: async ({ params, body, system, now }) => {
    const scope = await system.inHospital(params.hospitalId);
    if (!scope) throw unknownRecord('hospital');
    const chosen = new Map<string, string>();
    for (const { header, field } of body.columns) {
      const key = normaliseHeader(header);
      if (!isMeaning(field)) throw invalidField('columns', `An import has no column "${field}".`);
      if (key === '') throw invalidField('columns', `"${header}" cannot be a header.`);
      if (chosen.has(key)) throw invalidField('columns', `"${header}" was chosen twice.`);
      chosen.set(key, field);
    }
    if (chosen.size > 0) {
      const rows = [...chosen].map(([header, field]) => ({ header, field, chosenAt: now }));
      await scope.remove(importColumn, inArray(importColumn.header, [...chosen.keys()]));
      await scope.insert(importColumn, rows);
    }
    return { columns: chosen.size };
  },
} satisfies Handlers<'chooseImportColumns'>;
