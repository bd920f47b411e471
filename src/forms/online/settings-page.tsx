import type { ComponentProps, ReactNode } from 'react';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { FormPage } from './form-page.tsx';
import { RecordLoad } from './record-load.tsx';

/** What the forms of a hospital's settings say. */
export const settingsWords = {
  submitLabel: 'Save',
  otherwise: 'The settings could not be saved.',
  savedText: () => 'Settings saved.',
};

interface SettingsPageProps<R> extends Pick<ComponentProps<typeof FormPage>, 'title' | 'subtitle' | 'back'> {
  call: OnlineCall<R | undefined>;
  /** Above the form. */
  above?: ReactNode;
  children: (settings: R) => ReactNode;
}

/** A screen with a form of the hospital's settings, once they have loaded. */
export function SettingsPage<R>({ call, above, children, ...head }: SettingsPageProps<R>) {
  return (
    <FormPage {...head}>
      {above}
      <RecordLoad
        call={call}
        loadingLabel="Loading settings..."
        failed={() => 'The settings could not be loaded. Please try again.'}
      >
        {children}
      </RecordLoad>
    </FormPage>
  );
}
