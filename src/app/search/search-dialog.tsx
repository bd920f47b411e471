import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { counted } from '#contract/rules/counted.ts';
import { readScan } from '#contract/rules/qr-link.ts';
import { useEngine, useSyncStatus, useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Dialog } from '#ui/ui/dialog.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { SearchField } from '#ui/ui/search-field.tsx';
import {
  findHospitals,
  findOnTablet,
  findScreens,
  type FoundGroup,
  foundOnServer,
  joinGroups,
  mostFound,
} from './find-everywhere.ts';

/** Pause in typing before the server is asked. Units: ms. */
const pauseMs = 300;

const fields = { Admin: 'Search hospitals and screens', other: 'Search devices, tickets, contracts, people' };

/** Searches records and screens: this tablet's immediately, even offline, and the server's when typing pauses. */
export function SearchDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const [text, setText] = useState('');
  const query = wordsOf(text);
  const deferred = useDeferredValue(query);
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const engine = useEngine();
  const online = useServerSearch(role, useSettled(query));
  const onTablet = useView((view) => findOnTablet(view, deferred), [deferred]);
  const all = (here: FoundGroup[], words: string) => joinGroups([...here, ...online.groups, findScreens(role, words)]);
  const groups = all(onTablet, deferred);
  const count = groups.reduce((sum, { found }) => sum + found.length, 0);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      // In Chromium, a search field only clears its text.
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The list may lag behind the text, for example after a scan.
      const [first] = all(findOnTablet(engine.view(), query), query)[0]?.found ?? [];
      if (!first || event.nativeEvent.isComposing) return;
      onClose();
      void navigate(first.to);
    } else if (step !== undefined) {
      const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
      const at = stops.indexOf(document.activeElement as HTMLElement);
      event.preventDefault();
      stops[(at + step + stops.length) % stops.length]?.focus();
    }
  };

  return (
    <Dialog open title="Search everywhere" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the field and the links */}
      <div ref={place} onKeyDown={press} className="min-h-[min(24rem,60dvh)] space-y-4 pt-1">
        <SearchField label={role === 'Admin' ? fields.Admin : fields.other} value={text} onChange={setText} />
        <output className="block text-sm text-muted empty:hidden">
          {text.trim() !== '' && foundWords(count, online.isMissing)}
        </output>
        {groups.map((group) => (
          <FoundList key={group.name} group={group} onOpen={onClose} />
        ))}
      </div>
    </Dialog>
  );
}

/** Returns the text to search: that of a scanned label is its serial number. */
function wordsOf(text: string): string {
  const scan = readScan(text);
  return scan.kind === 'serial' ? text : (scan.serialNumber ?? text);
}

function foundWords(count: number, isMissing: boolean): string {
  const found = count === 0 ? 'Nothing found.' : `${counted(count, 'result')}.`;
  return isMissing ? `${found} Vendors, contact persons and warranties cannot be searched offline.` : found;
}

function FoundList({ group: { name, found }, onOpen }: { group: FoundGroup; onOpen: () => void }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-sm font-bold text-muted">{name}</h3>
      <ul>
        {found.map(({ to, icon, label, detail }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onOpen}
              className="flex min-h-target items-center gap-3 rounded-control px-2 py-1.5 text-ink no-underline hover:bg-primary-soft focus-visible:bg-primary-soft"
            >
              <Icon name={icon} className="text-primary" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold wrap-anywhere">{label}</span>
                {detail && <span className="block text-sm wrap-anywhere text-muted">{detail}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Searches the lists that tablets do not hold; `isMissing` if they could not be reached. */
function useServerSearch(role: Role, text: string): { groups: FoundGroup[]; isMissing: boolean } {
  const { offline } = useSyncStatus();
  const search = text.trim();
  const isWanted = search !== '';
  const ofHospital = { enabled: isWanted && role !== 'Admin' };
  const page = { query: { search, page: 1, pageSize: mostFound } };
  const contracts = useOnlineCall('warrantyPage', page, ofHospital).data?.items;
  const vendors = useOnlineCall('vendorPage', page, ofHospital).data?.items;
  const contacts = useOnlineCall('contactPersonPage', page, ofHospital).data?.items;
  const hospitals = useOnlineCall('hospitals', {}, { enabled: isWanted && role === 'Admin' }).data;
  const groups = useMemo(
    () =>
      isWanted ? [...foundOnServer({ contracts, vendors, contacts }), findHospitals(hospitals ?? [], search)] : [],
    [isWanted, contracts, vendors, contacts, hospitals, search],
  );
  return { groups, isMissing: offline && role !== 'Admin' };
}
