import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { afterNextFrame } from '../../platform/browser/after-next-frame.ts';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.sections;

/** The profile's sections in order, with the ids of their cards. */
const sections = [
  { id: 'email', label: copy.email },
  { id: 'password', label: copy.password },
  { id: 'sign-in-methods', label: copy.signInMethods },
  { id: 'passkeys', label: copy.passkeys },
  { id: 'two-step', label: copy.twoStep },
  { id: 'subscription', label: copy.subscription },
  { id: 'institutions', label: copy.institutions },
  { id: 'devices', label: copy.devices },
  { id: 'tags', label: copy.tags },
  { id: 'changes', label: copy.changes },
  { id: 'activity', label: copy.activity },
  { id: 'data', label: copy.data },
  { id: 'delete', label: copy.delete },
];

/** The sections that only paid users have. */
const paidSections: ReadonlySet<string> = new Set(['institutions', 'tags', 'changes']);

/** Links to the sections: a sidebar on wide screens, a strip above them on narrow ones. */
export function SectionLinks({ paid }: { paid: boolean }) {
  const shown = sections.filter(({ id }) => paid || !paidSections.has(id));
  const current = useTopSection(shown.map(({ id }) => id));
  // A link from another screen may lead to a section. The section is focused after the new screen has been.
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (sections.some((section) => section.id === id)) afterNextFrame(() => focusSection(id));
  }, []);
  return (
    <nav
      aria-label={copy.label}
      className="-mx-4 mb-4 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:sticky lg:top-24 lg:-ml-3 lg:mr-0 lg:mb-0 lg:self-start lg:overflow-visible lg:px-0"
    >
      <ul className="flex gap-1 lg:flex-col">
        {shown.map(({ id, label }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              onClick={() => focusSection(id)}
              aria-current={id === current ? 'true' : undefined}
              className="inline-flex h-9 items-center rounded-control px-3 font-medium whitespace-nowrap text-muted transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-sunken aria-[current]:text-ink lg:w-full touch:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function focusSection(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** The id of the section at the top of the window. */
function useTopSection(ids: readonly string[]): string | undefined {
  const [top, setTop] = useState(ids[0]);
  const joinedIds = ids.join(' ');
  useEffect(() => {
    const visible = new Set<string>();
    const order = joinedIds.split(' ');
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { isIntersecting, target } of changes) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const first = order.find((id) => visible.has(id));
        if (first !== undefined) setTop(first);
      },
      // A section is current while it crosses a band below the navigation.
      { rootMargin: '-96px 0px -70% 0px' },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [joinedIds]);
  return top;
}
