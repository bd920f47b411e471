import { useState } from 'react';
import { chooseTheme, readTheme, type ThemeChoice } from '#ui/platform/theme.ts';
import { Card } from '#ui/ui/card.tsx';
import { RadioGroup, type RadioOption } from '#ui/ui/radio-group.tsx';

const choices: readonly RadioOption<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: 'settings' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

/** Selects the theme: light, dark, or the system's. */
export function LookCard() {
  const [choice, setChoice] = useState(readTheme);
  return (
    <Card title="Appearance">
      <RadioGroup
        label="Theme"
        options={choices}
        value={choice}
        onChange={(next) => {
          chooseTheme(next);
          setChoice(next);
        }}
      />
    </Card>
  );
}
