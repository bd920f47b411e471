import type { ReactNode } from 'react';

/** Lays out the screens before sign-in: logo, name, heading and one form. */
export function SessionCard({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center bg-brand px-4 py-8">
      <div className="w-full max-w-md">
        <div className="mb-6 flex items-center gap-3.5 text-on-brand">
          <img src="/icons/mark.svg" alt="" width={52} height={52} />
          <p className="text-xl leading-tight font-bold">
            Ward Rounds
            <span className="block text-sm font-medium text-on-brand-muted">Medical equipment, looked after</span>
          </p>
        </div>
        <div className="rounded-card border border-line bg-surface p-5 text-ink shadow-float sm:p-7">
          <h1 className="text-2xl font-bold">{title}</h1>
          {subtitle && <div className="mt-1 text-muted">{subtitle}</div>}
          <div className="mt-5">{children}</div>
        </div>
      </div>
    </div>
  );
}
