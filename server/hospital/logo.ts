import { sql } from 'drizzle-orm';
import type { Handler } from '../context.ts';
import { hospital as hospitalTable, hospitalLogo } from '../db/schema.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { ApiError } from '../problem.ts';

const pictureTypes: ReadonlySet<string | null> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Sets or removes the logo of a hospital. Source: docs/decisions/569-hospital-logo.md */
export const setHospitalLogo: Handler<'setHospitalLogo'> = async ({ body: { picture }, hospital }) => {
  const type = picture === null ? null : fileTypeOf(Buffer.from(picture, 'base64'));
  if (picture !== null && !pictureTypes.has(type)) {
    throw new ApiError('file.wrong_type', 'The logo must be a PNG, JPEG or WebP picture.');
  }
  // Serializes concurrent changes: a second one finds the row of the first.
  await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
  const logo = { picture: picture === null ? null : `data:${type};base64,${picture}` };
  if ((await hospital.update(hospitalLogo, logo, sql`true`)) === 0) await hospital.insert(hospitalLogo, logo);
  hospital.touch('setting', 'logo');
};
