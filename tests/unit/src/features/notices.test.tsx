// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { adminSession, bmeSession, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { Bell } from '#ui/app/bell.tsx';
import { NoticeListScreen } from '#ui/features/notice/notice-list-screen.tsx';

afterEach(cleanup);

const me = bmeSession.userId;
const notice = (id: string, more: Partial<NoticeRecord> = {}): NoticeRecord => ({
  id,
  kind: 'ticketAssigned',
  at: '2026-11-20T05:00:00.000Z',
  about: { kind: 'ticket', id: `ticket-${id}` },
  facts: { number: `BD-2026-00000${id}`, equipmentName: 'Ventilator', departmentName: 'ICU', by: 'Office' },
  told: [me, 'user-2'],
  unreadBy: [me, 'user-2'],
  ...more,
});
const records = [
  notice('1'),
  notice('2', { at: '2026-11-21T05:00:00.000Z', kind: 'taskAssigned', about: { kind: 'task', id: 'task-2' } }),
  notice('3', { unreadBy: ['user-2'] }),
  notice('4', { told: ['user-2'], unreadBy: ['user-2'] }),
];

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

function draw(at = '/notices', session = bmeSession, rows: readonly NoticeRecord[] = records) {
  const engine = createFakeEngine({
    records: { notice: [...rows] },
    session: { kind: 'signed-in', session, offline: true },
  });
  drawScreen(
    <>
      <div id="header-notes" />
      <Bell />
      <NoticeListScreen />
      <Place />
    </>,
    { engine, at },
  );
  return engine;
}
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const address = () => screen.getByLabelText('Address').textContent;
const bell = () => screen.queryByRole('link', { name: /^Notices/ });

describe('P323 notices', () => {
  it('are counted on the bell, which opens them; an Admin has none', async () => {
    draw('/dashboard/bme');
    await waitFor(() => expect(bell()?.getAttribute('aria-label')).toBe('Notices: 2 unread'));
    expect(bell()?.getAttribute('href')).toBe('/notices');
    cleanup();
    draw('/dashboard/admin', adminSession);
    expect(bell()).toBeNull();
  });

  it('are listed for their user only, the latest first: unread ones, or all of a kind', () => {
    draw();
    expect(rows()).toEqual([
      expect.stringMatching(/^Scheduled work was assigned to you by Office: Ventilator, ICUUnread/),
      expect.stringMatching(/^BD-2026-000001 was assigned to you by Office: Ventilator, ICUUnread/),
    ]);
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'all' } });
    expect(rows()).toHaveLength(3);
    fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'ticketAssigned' } });
    expect(rows()).toHaveLength(2);
    expect(address()).toBe('/notices?show=all&kind=ticketAssigned');
  });

  it('open their subject and are marked as read', async () => {
    const engine = draw();
    fireEvent.click(within(screen.getAllByRole('listitem')[0] ?? document.body).getByRole('link'));
    expect(address()).toBe('/maintenance-close/task-2');
    await waitFor(() => expect(engine.saved).toMatchObject([{ name: 'readNotices', body: { ids: ['2'] } }]));
  });

  it('are all marked as read in one entry, and say when there are none', async () => {
    const engine = draw();
    fireEvent.click(screen.getByRole('button', { name: 'Mark 2 notices as read' }));
    await waitFor(() => expect(engine.saved).toMatchObject([{ name: 'readNotices', body: { ids: ['2', '1'] } }]));
    cleanup();
    draw('/notices', bmeSession, []);
    expect(screen.getByText('No unread notices')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /as read/ })).toBeNull();
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'all' } });
    expect(screen.getByText('No notices')).toBeTruthy();
  });
});
