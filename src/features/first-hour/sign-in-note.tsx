import { paths } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** Shows what somebody needs for the first sign-in, to copy into a message; never a password. */
export function SignInNote({ email }: { email: string | undefined }) {
  const toast = useToast();
  const address = `${location.origin}${paths.login()}`;
  const text = [
    `Ward Rounds: ${address}`,
    ...(email === undefined ? [] : [`E-mail: ${email}`]),
    'The one-time password comes separately; you choose your own at the first sign-in.',
  ].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: 'Copied.' });
    } catch {
      toast({ tone: 'danger', text: 'This browser does not allow copying. Please write the text down.' });
    }
  };
  return (
    <div className="space-y-3 rounded-control border border-line bg-sunken p-4">
      <Facts stacked facts={[['Address', address], ...(email === undefined ? [] : [['E-mail', email] as const])]} />
      <Button icon="copy" onClick={() => void copy()}>
        Copy for a message
      </Button>
    </div>
  );
}
