import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Renders a placeholder of the content's size until it is scrolled near the viewport, then the content. */
export function LazyInView({
  placeholder,
  children,
}: {
  placeholder: ReactNode;
  children: ReactNode;
}) {
  const [isNear, setNear] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      // The content appears early enough that users who scroll rarely see the placeholder.
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? children : <div ref={element}>{placeholder}</div>;
}
