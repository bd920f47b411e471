/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type FaultKind, faultKinds, type PatientAnswer, patientAnswers } from '#contract/records/fault-report.ts';
import { fillDraft, keepDraft, keepPhotos, keptPhotos } from './draft.ts';
import { BigButton, Card, Notice } from './parts.tsx';
import type { KeptPhoto } from './store.ts';
import type { Words } from './words.ts';

/** The answers of the form. */
export interface Told {
  kind: FaultKind;
  text: string;
  patientAffected: PatientAnswer;
  name: string;
  extension: string;
  photos: KeptPhoto[];
  /** A hidden field that only bots fill in. */
  website: string;
}

/** Longest text. Source: document 6, section 1. */
const mostText = 500;
const mostPhotos = 2;

interface ReportFormProps {
  words: Words;
  /** Stores the report on the phone; resolves once it is durable. Throws: if it cannot be stored. */
  onSend: (told: Told) => Promise<void>;
  onBack: () => void;
}

const fieldLook = 'mt-1 block min-h-target w-full rounded-control border border-line-strong bg-surface px-3 py-2';
const choiceLook =
  'relative flex min-h-14 cursor-pointer items-center justify-center rounded-control border-2 border-line-strong bg-surface p-2 text-center font-semibold wrap-anywhere has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** Asks what is wrong: one choice and Send are enough; everything else is optional. */
export function ReportForm({ words, onSend, onBack }: ReportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [photos, setPhotos] = useState<KeptPhoto[]>(keptPhotos);
  const [problem, setProblem] = useState<string | null>(null);
  const [photoProblem, setPhotoProblem] = useState<string | null>(null);
  /** Photos still being prepared; a report sent now would lack them. */
  const [preparing, setPreparing] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const isBusy = isSaving || preparing > 0;
  useEffect(() => {
    if (!form.current) return;
    fillDraft(form.current);
    const more = form.current.querySelector('details');
    const fields = more?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]') ?? [];
    if (more) more.open = keptPhotos().length > 0 || [...fields].some(({ value }) => value !== '');
    // A window that is too low for both shows the question rather than Send.
    form.current.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' });
    form.current.querySelector<HTMLElement>('legend')?.focus();
  }, []);

  useEffect(() => keepPhotos(photos), [photos]);

  const addPhoto = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    setPreparing((before) => before + 1);
    const photo = await import('./photo.ts').then(({ smallPhoto }) => smallPhoto(file)).catch(() => null);
    setPreparing((before) => before - 1);
    setPhotoProblem(photo ? null : 'photoUnreadable');
    if (!photo) return;
    const isOther = ({ sha256 }: KeptPhoto) => sha256 !== photo.sha256;
    setPhotos((before) => (before.every(isOther) ? [...before, photo].slice(0, mostPhotos) : before));
  };
  const send = async (event: Event) => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    const said = new FormData(form.current);
    const text = (name: string) => {
      const value = said.get(name);
      return typeof value === 'string' ? value : '';
    };
    const kind = faultKinds.find((each) => each === text('kind'));
    if (!kind) {
      setProblem('chooseKind');
      form.current.querySelector<HTMLInputElement>('input[name=kind]')?.focus();
      return;
    }
    setSaving(true);
    try {
      const patientAffected = patientAnswers.find((each) => each === text('patient')) ?? 'no';
      const [told, name, extension, website] = ['text', 'name', 'extension', 'website'].map((each) =>
        text(each).trim(),
      );
      await onSend({
        kind,
        text: told ?? '',
        patientAffected,
        name: name ?? '',
        extension: extension ?? '',
        website: website ?? '',
        photos,
      });
    } catch {
      setProblem(photos.length > 0 ? 'photoFull' : 'notKept');
      setSaving(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => void send(event)}
      onInput={(event) => keepDraft(event.currentTarget)}
      noValidate
    >
      <Card>
        <fieldset>
          <legend tabIndex={-1} class="mb-3 text-xl font-bold outline-none">
            {words('whatIsWrong')}
          </legend>
          <div class="grid grid-cols-2 gap-2">
            {faultKinds.map((kind) => (
              <label key={kind} class={choiceLook}>
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  class="absolute inset-0 cursor-[inherit] appearance-none outline-none"
                  onChange={() => setProblem(null)}
                />
                {words(`kind_${kind.replaceAll('-', '_')}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend class="mb-2 font-semibold">{words('patient')}</legend>
          <div class="flex flex-wrap gap-2">
            {patientAnswers.map((answer) => (
              <label key={answer} class={`min-w-22 flex-auto ${choiceLook}`}>
                <input
                  type="radio"
                  name="patient"
                  value={answer}
                  defaultChecked={answer === 'no'}
                  class="absolute inset-0 cursor-[inherit] appearance-none outline-none"
                />
                {words(answer)}
              </label>
            ))}
          </div>
        </fieldset>
        {problem !== null && <Notice tone="danger">{words(problem)}</Notice>}
        <BigButton type="submit" isBusy={isBusy}>
          {isBusy ? words('saving') : words('send')}
        </BigButton>
        <details>
          <summary class="min-h-target cursor-pointer py-2.5 font-semibold text-primary-ink">{words('more')}</summary>
          <div class="space-y-4 pt-2">
            <label class="block font-semibold">
              {words('describe')}
              <textarea name="text" dir="auto" rows={3} maxLength={mostText} class={`${fieldLook} font-normal`} />
            </label>
            <div class="space-y-2">
              {photos.map(({ sha256, bytes }, at) => (
                <div key={sha256} class="flex items-center gap-3">
                  <PhotoPicture bytes={bytes} />
                  <button
                    type="button"
                    class="min-h-target rounded-control border border-line-strong px-3 font-semibold"
                    onClick={() => setPhotos(photos.filter((photo) => photo.sha256 !== sha256))}
                  >
                    {words('removePhoto', { number: at + 1 })}
                  </button>
                </div>
              ))}
              {photos.length + preparing < mostPhotos && (
                <label class={choiceLook}>
                  <input
                    type="file"
                    accept="image/*"
                    class="absolute inset-0 cursor-[inherit] opacity-0"
                    onChange={(event) => void addPhoto(event.currentTarget)}
                  />
                  {words('addPhoto')}
                </label>
              )}
              {photoProblem !== null && <Notice tone="danger">{words(photoProblem)}</Notice>}
            </div>
            <label class="block font-semibold">
              {words('name')}
              <input name="name" dir="auto" autoComplete="name" maxLength={255} class={`${fieldLook} font-normal`} />
            </label>
            <label class="block font-semibold">
              {words('extension')}
              <input name="extension" inputMode="tel" maxLength={30} dir="ltr" class={`${fieldLook} font-normal`} />
            </label>
          </div>
        </details>
        <div hidden>
          <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
        </div>
        <BigButton look="secondary" onClick={onBack}>
          {words('back')}
        </BigButton>
      </Card>
    </form>
  );
}

function PhotoPicture({ bytes }: { bytes: ArrayBuffer }) {
  const [address] = useState(() => URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' })));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img src={address} alt="" class="size-16 rounded-control object-cover" />;
}
