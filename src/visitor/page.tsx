/** @jsxImportSource preact */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { noteVisitorReport } from '#ui/platform/visitor-reports.ts';
import type { FirstView, VisitorApi, VisitorDevice } from './api.ts';
import { DeviceCard } from './device-card.tsx';
import { dropDraft } from './draft.ts';
import type { Label } from './label.ts';
import { newReport } from './new-report.ts';
import { OwnReports } from './own-reports.tsx';
import { BigButton, Card, Latin, Notice } from './parts.tsx';
import { ReportForm, type Told } from './report-form.tsx';
import type { createSender } from './send.ts';
import type { KeptReport, VisitorStore } from './store.ts';
import { chooseLanguage, type Language, languages, loadWords, type Words } from './words.ts';

interface PageProps {
  label: Label;
  language: Language;
  words: Words;
  store: VisitorStore;
  api: Pick<VisitorApi, 'device'>;
  sender: ReturnType<typeof createSender>;
  /** Calls the listener whenever a report has changed. */
  watch: (listener: (isSolving: boolean) => void) => () => void;
}

/** How often an open page sends waiting reports and asks for the status of its reports. Units: milliseconds. */
const lookMs = 15_000;

type Shown =
  | { kind: 'loading' }
  | { kind: 'device'; device: VisitorDevice; isKept: boolean }
  | { kind: 'hospitals'; hospitals: Extract<FirstView, { hospitals: unknown }>['hospitals'] }
  | { kind: 'problem'; key: 'unknown' | 'offline' | 'failed' };

/** Identifies the latest of several requests. */
function openTurns() {
  let last = 0;
  return {
    begin() {
      last += 1;
      const mine = last;
      return () => mine === last;
    },
  };
}

/** The state of the history entry in which the form is open. */
const formOpen = { form: true };
const isFormOpen = (): boolean => (history.state as typeof formOpen | null)?.form === true;

/** The page behind a label for people without an account. */
export function Page({ label, store, api, sender, watch, ...start }: PageProps) {
  const [{ language, words }, setWords] = useState({ language: start.language, words: start.words });
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [isReporting, setReporting] = useState(isFormOpen);
  /** What gets the focus after the form has closed. */
  const [next, setNext] = useState<'report' | 'own-reports' | null>(() => (isFormOpen() ? 'report' : null));
  const [reports, setReports] = useState<readonly KeptReport[]>([]);
  /** Set while the phone's storage cannot be read. */
  const [isUnreadable, setUnreadable] = useState(false);
  const [isSolving, setSolving] = useState(false);
  const [now, setNow] = useState(Date.now);

  const [turns] = useState(openTurns);
  /** Asks the server; if answers arrive out of order, the one to the latest request counts. */
  const ask = useCallback(async () => {
    const isLatest = turns.begin();
    const answer = await firstView(label, store, api);
    if (isLatest()) setShown(answer);
  }, [label, store, api, turns]);
  const look = useCallback(async () => {
    setShown((before) => (before.kind === 'device' ? before : { kind: 'loading' }));
    await ask();
  }, [ask]);
  useEffect(() => void look(), [look]);
  // A phone on Wi-Fi without internet gets no online event, so the page keeps asking until the server answers.
  const isOld = (shown.kind === 'device' && shown.isKept) || (shown.kind === 'problem' && shown.key === 'offline');
  useEffect(() => {
    if (!isOld) return undefined;
    const timer = setInterval(() => void ask(), lookMs);
    return () => clearInterval(timer);
  }, [isOld, ask]);
  const equipment = shown.kind === 'device' ? `${shown.device.equipmentName} · ` : '';
  useEffect(() => {
    document.title = equipment + words('title');
  }, [equipment, words]);
  useEffect(() => {
    if (!isReporting && next !== null) document.getElementById(next)?.focus();
  }, [isReporting, next]);
  useEffect(() => {
    const read = () =>
      void store.reports(Date.now()).then(
        (stored) => {
          setReports(stored);
          setUnreadable(false);
        },
        () => setUnreadable(true),
      );
    const go = () => {
      setNow(Date.now());
      // Another tab of this phone may have sent something.
      read();
      if (document.visibilityState === 'visible')
        void sender
          .sendAll()
          .then(sender.follow)
          .catch(() => undefined);
    };
    const again = () => {
      if (document.visibilityState === 'visible') void look();
      go();
    };
    go();
    const stop = watch((solving) => {
      setSolving(solving);
      read();
      // The status of a report affects the state of its device.
      if (!solving) void look();
    });
    const timer = setInterval(go, lookMs);
    const turn = () => setReporting(isFormOpen());
    addEventListener('online', again);
    addEventListener('popstate', turn);
    document.addEventListener('visibilitychange', again);
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('online', again);
      removeEventListener('popstate', turn);
      document.removeEventListener('visibilitychange', again);
    };
  }, [store, sender, watch, look]);

  const send = async (device: VisitorDevice, told: Told) => {
    noteVisitorReport();
    const report = newReport(told, { device, label, browser: await store.browserId() });
    const isKept = await store.add(report).then(
      () => true,
      () => false,
    );
    if (!isKept && !(await sender.sendUnkept(report))) throw new Error('The report is neither stored nor sent.');
    // From here on the report is stored or sent: no failure below may make the user send it twice.
    dropDraft();
    setReporting(false);
    setNext(null);
    history.back();
    setReports(await store.reports(Date.now()).catch(() => reports));
    setNext('own-reports');
    scrollTo(0, 0);
    void sender.sendAll().catch(() => undefined);
  };
  /** The phone's Back closes the form, and a reload opens it again. */
  const openForm = () => {
    history.pushState(formOpen, '');
    setReporting(true);
    setNext('report');
  };
  const speak = async (next: Language) => {
    chooseLanguage(next);
    setWords({ language: next, words: await loadWords(next) });
  };

  return (
    <>
      <header class="bg-brand text-on-brand">
        <div class="mx-auto flex max-w-xl items-center justify-between gap-3 px-4 py-2">
          <span class="font-bold">Ward Rounds</span>
          <label class="flex items-center gap-2 text-sm">
            <span class="sr-only">{words('language')}</span>
            <select
              class="min-h-target rounded-control border border-brand-line bg-brand px-2 text-base text-on-brand"
              value={language}
              onChange={(event) => void speak(event.currentTarget.value as Language)}
            >
              {Object.entries(languages).map(([tag, name]) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      </header>
      <main class="mx-auto max-w-xl space-y-5 p-4">
        {shown.kind === 'loading' && <div aria-busy="true" class="h-40 animate-shimmer rounded-card bg-sunken" />}
        {shown.kind === 'problem' && (
          <Card>
            <h1 class="text-xl font-bold">{words('title')}</h1>
            <Notice tone="danger">
              {words(shown.key)}
              {shown.key !== 'failed' && ` ${words('askHelpline')}`}
            </Notice>
            <p>
              {words('serialEnds')} <Latin>{label.serialNumber.slice(-4)}</Latin>
            </p>
            <BigButton look="secondary" onClick={() => void look()}>
              {words('again')}
            </BigButton>
          </Card>
        )}
        {shown.kind === 'hospitals' && (
          <Card>
            <h1 class="text-xl font-bold">{words('chooseHospital')}</h1>
            {shown.hospitals.map(({ id, name, city }) => (
              <a
                key={id}
                href={`?${String(new URLSearchParams({ h: id, ...(label.t !== '' && { t: label.t }) }))}`}
                class="flex min-h-14 items-center rounded-control border border-line-strong px-4 font-semibold"
              >
                {name}, {city}
              </a>
            ))}
          </Card>
        )}
        {shown.kind === 'device' && (
          <>
            <DeviceCard {...{ words, language, now, shown }} />
            {isReporting ? (
              <ReportForm words={words} onSend={(told) => send(shown.device, told)} onBack={() => history.back()} />
            ) : (
              shown.device.isOn && (
                <BigButton id="report" onClick={openForm}>
                  {words('report')}
                </BigButton>
              )
            )}
          </>
        )}
        {/* Always in the page, because browsers do not announce a live region that appears together with its text. */}
        <div aria-live="polite">
          {isUnreadable && <Notice tone="info">{words('unreadable')}</Notice>}
          {!isReporting && <OwnReports {...{ words, language, isSolving, now }} reports={reports} />}
        </div>
        <footer class="space-y-1 pb-6 text-sm">
          {shown.kind === 'device' && (
            <a class="flex min-h-target items-center text-primary-ink underline" href={wholePage(location)}>
              {words('moreAboutDevice')}
            </a>
          )}
          <a
            class="flex min-h-target items-center text-primary-ink underline"
            href={`/login?${String(new URLSearchParams({ return: location.pathname + location.search }))}`}
          >
            {words('staff')}
          </a>
        </footer>
      </main>
    </>
  );
}

/** Returns the address of the full device page, which is a screen of the app. */
export function wholePage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search);
  query.set('view', 'all');
  query.delete('report');
  return `${pathname}?${String(query)}`;
}

async function firstView(label: Label, store: VisitorStore, api: Pick<VisitorApi, 'device'>): Promise<Shown> {
  const key = JSON.stringify([label.serialNumber, label.h]);
  const answer = await api.device(label.serialNumber, label.h);
  if (answer?.status === 200) {
    const view = answer.body as FirstView;
    if ('hospitals' in view)
      return view.hospitals.length > 0
        ? { kind: 'hospitals', hospitals: view.hospitals }
        : { kind: 'problem', key: 'unknown' };
    void store.see(key, view).catch(() => undefined);
    return { kind: 'device', device: view, isKept: false };
  }
  if (answer?.status === 404) return { kind: 'problem', key: 'unknown' };
  const device = await store.seen(key).catch(() => undefined);
  if (device) return { kind: 'device', device, isKept: true };
  return { kind: 'problem', key: answer ? 'failed' : 'offline' };
}
