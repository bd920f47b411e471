import { eq, sql } from 'drizzle-orm';
import { reportSecretHeader } from '#contract/calls/report/public.ts';
import { withoutJpegMetadata } from '#contract/rules/jpeg-metadata.ts';
import { receivePiece } from '../attachment/handlers.ts';
import { secretHash } from '../auth/tokens.ts';
import type { DirectHandlers } from '../context.ts';
import { hospital } from '../db/schema.ts';
import { readScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

/**
 * Receives the photos that a report has named. The phone removes their metadata; a photo that still has any is refused,
 * so that the time or place of a nurse's photo is never stored.
 */
export const reportPhotoHandlers = {
  putFaultPhoto: ({ params, services, request, reply, now }) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const given = request.headers[reportSecretHeader.toLowerCase()];
    if (typeof given !== 'string') throw new ApiError('file.unknown');
    if (withoutJpegMetadata(bytes)?.length !== bytes.length) {
      throw new ApiError('file.wrong_type', 'Only a JPEG photo without metadata can be sent.');
    }
    return services.publicDoor.run(params.id, async () => {
      const [report] = (
        await services.db.execute<{ hospitalId: string }>(sql`
          select r.hospital_id as "hospitalId" from fault_report r
          join attachment_use u on u.hospital_id = r.hospital_id and u.owner_kind = 'faultReport'
            and u.owner_id = coalesce(r.first_id, r.id) and u.sha256 = ${params.sha256}
          where r.id = ${params.id} and r.secret_hash = ${secretHash(given)}`)
      ).rows;
      if (!report) throw new ApiError('file.unknown');
      const [facts] = await services.db.select().from(hospital).where(eq(hospital.id, report.hospitalId));
      if (!facts) throw new ApiError('file.unknown');
      await receivePiece(
        services,
        readScope(services.db, facts),
        { sha256: params.sha256, size: bytes.length, offset: 0, bytes },
        now,
      );
      void reply.code(204);
    });
  },
} satisfies DirectHandlers<'putFaultPhoto'>;
