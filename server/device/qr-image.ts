import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import QRCode from 'qrcode';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { sameKey } from '#contract/rules/text.ts';
import type { DirectHandlers } from '../context.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { readLabelTokens } from '../report/label-token.ts';

/** Units: pixels. Source: docs/product.md P30. */
const sidePx = 200;

/**
 * Draws the QR label of a device. The link carries the token of the label, and names the hospital if another hospital
 * has the same serial number.
 */
export const qrImageHandlers = {
  deviceQrImage: async ({ params, hospital, services, request, reply }) => {
    const [device] = await hospital.rows<{ id: string; serialNumber: string; isShared: boolean }>(sql`
      select i.id, i.serial_number as "serialNumber", exists (
        select 1 from installation other
        where ward_key(other.serial_number) = ward_key(i.serial_number) and other.hospital_id <> i.hospital_id
          and other.retired_at is null
      ) as "isShared"
      from installation i
      where i.hospital_id = ${hospital.id} and i.retired_at is null
        and ward_key(i.serial_number) = ${sameKey(params.serialNumber)}
      order by i.serial_number <> ${params.serialNumber} limit 1`);
    if (!device) throw unknownRecord('device');
    const [label] = await readLabelTokens(hospital, [device.id], services.meta.signingKey);
    const hospitalId = device.isShared ? hospital.id : undefined;
    const link = deviceLink(publicOrigin(request), device.serialNumber, hospitalId, label?.token);
    const png = await draw(link);
    void reply.type('image/png').send(png);
  },
} satisfies DirectHandlers<'deviceQrImage'>;

/**
 * Draws the QR code.
 * Throws: ApiError `input.invalid` for a link too long for a QR code of level H.
 */
async function draw(link: string): Promise<Buffer> {
  try {
    return await QRCode.toBuffer(link, { type: 'png', width: sidePx, errorCorrectionLevel: 'H' });
  } catch (error) {
    if (!(error instanceof Error) || !/amount of data is too big/i.test(error.message)) throw error;
    throw new ApiError('input.invalid', 'The serial number is too long for a QR code.');
  }
}

/**
 * Returns the origin under which the browser sees this server. A proxy in front may supply it; a wrong name affects
 * only the label of whoever sent it.
 */
function publicOrigin(request: FastifyRequest): string {
  const named = (header: string): string | undefined => request.headers[header]?.toString().split(',')[0]?.trim();
  const host = named('x-forwarded-host') || request.host;
  const protocol = named('x-forwarded-proto') === 'https' ? 'https' : request.protocol;
  return `${protocol}://${host}`;
}
