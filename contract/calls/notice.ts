import * as z from '../zod.ts';
import { defineCall, offlineWrite } from '../define.ts';
import { id } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { counted } from '../rules/counted.ts';
import { pick } from '../sample.ts';

/** Notices that one call marks as read. */
const maxRead = 200;
const readBody = z.object({ ids: z.array(id()).check(z.minLength(1), z.maxLength(maxRead)) });

/** What users do with their notices. Source: docs/product.md P313. */
export const noticeCalls = {
  readNotices: defineCall({
    method: 'POST',
    path: '/Notices/read',
    summary: `Mark up to ${maxRead} notices as read, for the caller alone`,
    activity: 'Mark notices as read',
    access: hospitalRoles,
    body: readBody,
    answer: z.object({ id: z.string() }),
    offline: offlineWrite(readBody, {
      kind: 'notice.read',
      version: 1,
      // Reading the same notice twice changes nothing, so no order is needed.
      stream: (_body, commandId) => `notice:${commandId}`,
      about: ({ ids }) => ids[0] ?? '',
      title: ({ ids }) => `Mark ${counted(ids.length, 'notice')} as read`,
      deviceIds: () => [],
      files: () => [],
      effect: ({ ids }, { user }) =>
        ids.map((each) => ({
          kind: 'notice',
          id: each,
          change: (notice) => ({ ...notice, unreadBy: notice.unreadBy.filter((other) => other !== user.id) }),
        })),
      correctIn: () => null,
      asNote: () => null,
      sample(source, view) {
        const notice = pick(source, view.all('notice'));
        return notice ? { ids: [notice.id] } : null;
      },
    }),
  }),
};
