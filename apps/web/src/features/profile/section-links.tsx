import { useEffect, useState } from 'react';
import { Link } from 'react-router';

/** The sections of the profile in their order, by the ids of their cards. */
const sections = [
  { id: 'email', label: 'Email' },
  { id: 'password', label: 'Password' },
  { id: 'ways-in', label: 'Ways to sign in' },
  { id: 'subscription', label: 'Subscription' },
  { id: 'institutions', label: 'Institutions' },
  { id: 'devices', label: 'Devices' },
  { id: 'activity', label: 'Activity' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
];

/** Links to the sections: beside them where there is room, else a strip above them. */
export function SectionLinks({ paid }: { paid: boolean }) {
  const shown = sections.filter(({ id }) => paid || id !== 'institutions');
  const here = useTopSection(shown.map(({ id }) => id));
  return (
    <nav
      aria-label="On this page"
      className="-mx-4 mb-4 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:sticky lg:top-24 lg:-ml-3 lg:mr-0 lg:mb-0 lg:self-start lg:overflow-visible lg:px-0"
    >
      <ul className="flex gap-1 lg:flex-col">
        {shown.map(({ id, label }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              aria-current={id === here ? 'true' : undefined}
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

/** The section that is at the top of the window, by its id. */
function useTopSection(ids: readonly string[]): string | undefined {
  const [top, setTop] = useState(ids[0]);
  const all = ids.join(' ');
  useEffect(() => {
    const seen = new Set<string>();
    const order = all.split(' ');
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { isIntersecting, target } of changes) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = order.find((id) => seen.has(id));
        if (first !== undefined) setTop(first);
      },
      // A band below the navigation: what crosses it is being read.
      { rootMargin: '-96px 0px -70% 0px' },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [all]);
  return top;
}
