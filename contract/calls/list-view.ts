import * as z from '../zod.ts';
import { activityByBody, defineCall } from '../define.ts';
import { idParams, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';

/** Maximum number of views that a user saves. */
export const maxListViews = 100;

const listView = z.object({
  id: z.string(),
  /** The address of the list, such as `/vendor`. */
  list: z.string(),
  name: z.string(),
  /** The address's query: search, filters, order, hidden columns. */
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Who saved it. */
  by: z.string(),
});

/** The form that saves a view. */
export const listViewForm = z.object({
  name: requiredText('Name is required.'),
  isShared: z.boolean(),
});

const saveBody = z.extend(listViewForm, {
  list: z.string().check(z.maxLength(200), z.regex(/^(?:\/[\w-]+)+$/)),
  query: z.string().check(z.maxLength(2000), z.regex(/^[!-~]*$/)),
});

/** Views of lists that users save under a name. Source: docs/decisions/562-saved-views.md */
export const listViewCalls = {
  listViews: defineCall({
    method: 'GET',
    path: '/ListViews',
    summary: 'The saved views of all lists: those of the caller and those shared with the hospital, by name',
    access: hospitalRoles,
    answer: z.object({ views: z.array(listView) }),
  }),
  saveListView: defineCall({
    method: 'POST',
    path: '/ListViews',
    summary: 'Save a view of a list; it replaces the view of the same name that the caller saved before',
    activity: activityByBody(saveBody, {
      text: 'Save a view of a list',
      variantOf: ({ isShared }) => (isShared ? 'shared' : 'own'),
      variants: { shared: 'Save a view of a list for the hospital', own: 'Save a view of a list' },
    }),
    access: hospitalRoles,
    body: saveBody,
    status: 201,
    answer: listView,
  }),
  deleteListView: defineCall({
    method: 'DELETE',
    path: '/ListViews/:id',
    summary: 'Delete a saved view: the caller’s own, or, by the office, a shared one',
    activity: 'Delete a view of a list',
    access: hospitalRoles,
    params: idParams,
    status: 204,
    errors: ['record.unknown'],
  }),
};

/** A saved view of a list. */
export type ListView = z.output<typeof listView>;
