import type { ImportReport } from '#contract/calls/import.ts';
import type { Problem } from '#contract/errors.ts';
import type { TestClient, TestServer } from './test-server.ts';

/** The upload of a test; by default to the tests' hospital. */
export interface Upload {
  file?: Buffer;
  hospitalId?: string;
  checkOnly?: boolean;
  sheetName?: string;
  /** As the screen does at first. */
  ask?: boolean;
  importance?: string;
  key?: string;
  as?: TestClient;
}

/** Returns a function that uploads a register as the screen does. */
export function uploader(server: TestServer, admin: TestClient) {
  return async ({
    file,
    hospitalId = server.city.id,
    checkOnly,
    sheetName,
    ask,
    importance,
    key,
    as = admin,
  }: Upload) => {
    const form = new FormData();
    if (hospitalId !== '') form.set('HospitalId', hospitalId);
    if (checkOnly !== undefined) form.set('CheckOnly', String(checkOnly));
    if (sheetName !== undefined) form.set('SheetName', sheetName);
    if (ask !== undefined) form.set('AskImportance', String(ask));
    if (importance !== undefined) form.set('Importance', importance);
    if (file) form.set('File', new Blob([new Uint8Array(file)]), 'register.xlsx');
    const wire = new Response(form);
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/EquipmentImport/import',
      headers: {
        authorization: `Bearer ${as.session?.token ?? ''}`,
        'content-type': wire.headers.get('content-type') ?? '',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      payload: Buffer.from(await wire.arrayBuffer()),
    });
    const body: unknown = response.json();
    return { status: response.statusCode, report: body as ImportReport, problem: body as Problem };
  };
}
