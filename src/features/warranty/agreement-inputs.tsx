import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { warrantyBody } from '#contract/calls/warranty.ts';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';
import { useVendorOptions } from '#ui/records/contact-person-form.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import type { AgreementForm } from './agreement-form.ts';
import { TermsInputs } from './terms-inputs.tsx';
import { warrantyLabels } from './warranty-words.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/**
 * Asks for a contract's vendor, terms and notes; for a plain warranty it shows a button instead. Source:
 * docs/product.md P122.
 */
export function AgreementInputs({ vendor }: { vendor: { id: string; name: string } | undefined }) {
  const { getValues, setValue } = useFormContext<AgreementForm>();
  const [isOpened, setOpened] = useState(false);
  const [kind, terms, removed, ...texts] = useWatch<
    AgreementForm,
    ['kind', 'terms', 'removedTerms', 'vendorId', 'contactName', 'phone', 'notes']
  >({ name: ['kind', 'terms', 'removedTerms', 'vendorId', 'contactName', 'phone', 'notes'] });
  const vendors = useVendorOptions(vendor);
  const section = useRef<HTMLElement>(null);
  const focusNext = useFocusNext(section);
  const hasTerms = terms !== null && terms !== undefined;
  const hasRemoved = !hasTerms && removed !== null && removed !== undefined;
  const isPlain = kind === 'Warranty' && !hasTerms && !hasRemoved && texts.every((text) => !text);
  const setTerms = (value: AgreementForm['terms'], taken: AgreementForm['removedTerms']) => {
    setValue('removedTerms', taken);
    setValue('terms', value, { shouldDirty: true, shouldValidate: true });
  };
  if (isPlain && !isOpened) {
    return (
      <Button icon="plus" onClick={() => setOpened(true)}>
        Vendor and Terms
      </Button>
    );
  }
  return (
    <section ref={section} aria-label="Vendor and terms" className="space-y-5">
      <h2 className="text-lg font-semibold">Vendor and Terms</h2>
      <div className="grid gap-5 sm:grid-cols-3">
        <FormSelect<WarrantyInput>
          name="vendorId"
          label={warrantyLabels.vendorId}
          placeholder="None"
          options={vendors.options}
        />
        <FormText<WarrantyInput>
          name="contactName"
          label={warrantyLabels.contactName}
          maxLength={255}
          autoComplete="off"
        />
        <FormText<WarrantyInput>
          name="phone"
          label={warrantyLabels.phone}
          type="tel"
          maxLength={255}
          autoComplete="off"
          hint="Shown on the device page as a link to call."
        />
      </div>
      {hasTerms && <TermsInputs />}
      {hasRemoved && (
        <Alert
          tone="info"
          action={
            <Button
              data-control="undo"
              onClick={() => {
                focusNext('remove');
                setTerms(removed, null);
              }}
            >
              Undo
            </Button>
          }
        >
          The terms are removed when you save.
        </Alert>
      )}
      {!hasTerms && !hasRemoved && (
        <Button icon="plus" onClick={() => setTerms(blankTerms(), null)}>
          Add Terms
        </Button>
      )}
      <FormTextArea<WarrantyInput> name="notes" label={warrantyLabels.notes} rows={2} maxLength={4000} />
      {hasTerms && kind === 'Warranty' && (
        <Button
          variant="ghost"
          icon="trash"
          data-control="remove"
          onClick={() => {
            focusNext('undo');
            setTerms(null, getValues('terms'));
          }}
        >
          Remove Terms
        </Button>
      )}
    </section>
  );
}

/** Moves the focus to the control that replaces the pressed one, once it is rendered. */
function useFocusNext(section: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const next = section.current?.querySelector<HTMLElement>(`[data-control=${wanted.current}]`);
    if (!next) return;
    wanted.current = null;
    next.focus();
  });
  return (control: 'undo' | 'remove') => {
    wanted.current = control;
  };
}
