import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { TestClient } from './test-server.ts';

/** Edits some fields of a device as its form does, and returns the answer. */
export async function editDevice(client: TestClient, id: string, fields: Partial<BodyOf<Calls['updateDevice']>>) {
  const { answer } = await client.call('installation', { params: { id } });
  const { price, vendorId, departmentId, purchaseDate, installationDate } = answer;
  const stated = {
    price: price ?? 0,
    vendorId: vendorId ?? '',
    departmentId: departmentId ?? '',
    purchaseDate: purchaseDate ?? '',
    installationDate: installationDate ?? '',
  };
  return client.call('updateDevice', { params: { id }, body: { ...answer, ...stated, ...fields } });
}
