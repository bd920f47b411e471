import { useFormContext } from 'react-hook-form';
import { mentionOf } from '#contract/rules/mentions.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';

/** Adds a colleague's name to the field `note` of the form, so that the colleague is notified. */
export function MentionButton() {
  const { getValues, setValue, setFocus } = useFormContext<{ note: string }>();
  const { userId } = useSignedIn();
  const people = useView((view) => view.all('technician').filter(({ id }) => id !== userId), [userId]);
  if (people.length === 0) return null;
  const add = (name: string) => {
    const note = getValues('note');
    const gap = note === '' || /\s$/.test(note) ? '' : ' ';
    setValue('note', `${note}${gap}${mentionOf(name)} `, { shouldDirty: true, shouldValidate: true });
    setFocus('note');
  };
  return (
    <MenuButton
      label="Name a colleague"
      icon="user"
      items={people
        .toSorted((a, b) => inNaturalOrder(a.name, b.name))
        .map(({ name }) => ({ label: name, onSelect: () => add(name) }))}
    />
  );
}
