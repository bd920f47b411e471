import * as z from '../zod.ts';
import { activityByBody, defineCall } from '../define.ts';
import { officeOnly } from '../permissions.ts';

/** Largest logo: every tablet keeps it with the data of its hospital. Units: bytes. */
export const maxLogoBytes = 20_000;

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

const logoBody = z.object({
  /** A PNG, JPEG or WebP picture as base64, drawn by the browser that chose it; null removes the logo. */
  picture: z.nullable(
    z
      .string()
      .check(z.maxLength(base64Length(maxLogoBytes), 'The logo is too large.'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  ),
});

/** The logo of a hospital; tablets read it from the replica. */
export const hospitalLogoCalls = {
  setHospitalLogo: defineCall({
    method: 'PUT',
    path: '/Hospital/logo',
    summary: 'Set or remove the logo that this hospital shows in the header and on printed papers',
    activity: activityByBody(logoBody, {
      text: 'Set the hospital logo',
      variantOf: ({ picture }) => (picture === null ? 'remove' : 'set'),
      variants: { set: 'Set the hospital logo', remove: 'Remove the hospital logo' },
    }),
    access: officeOnly,
    body: logoBody,
    status: 204,
    errors: ['file.wrong_type'],
  }),
};
