import type { ComponentProps, ReactNode } from 'react';
import { Link, type To, useLocation, useNavigate } from 'react-router';
import { type ProvenTotal, withProof } from '../platform/proof-address.ts';
import { classNames } from './class-names.ts';
import { Money } from './money.tsx';

/** Says of an entry in the browser's history that a proof was opened with it: closing goes back. */
export const openedProof = { proof: true } as const;

/** Where the proof of a total is: the same page, with the proof over it. */
function useProofAddress(): (total: ProvenTotal) => To {
  const { pathname, search } = useLocation();
  return (total) => ({
    pathname,
    search: withProof(new URLSearchParams(search), total).toString(),
  });
}

/** Opens the proof of a total, for what is no link: a bar, a slice. */
export function useOpenProof(): (total: ProvenTotal) => void {
  const navigate = useNavigate();
  const address = useProofAddress();
  return (total) => void navigate(address(total), { state: openedProof, preventScrollReset: true });
}

/** A link that opens the proof of a total, named by the number that it shows. */
export function ProofLink({
  total,
  label,
  className,
  children,
}: {
  total: ProvenTotal;
  /** What it is called where its own text does not say it. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const address = useProofAddress();
  return (
    <Link
      to={address(total)}
      state={openedProof}
      preventScrollReset
      aria-label={label}
      title="What this number is made of"
      className={classNames(
        // Small numbers are still a target that can be met.
        '-my-1.25 inline-block rounded-sm py-1.25 underline decoration-edge/50 decoration-dotted decoration-1 underline-offset-4 transition-colors hover:decoration-ink hover:decoration-solid',
        className,
      )}
    >
      {children}
    </Link>
  );
}

/**
 * An amount that opens its proof: the rows it is made of, and those left out with the reason of each.
 * Use it for every total on screen:
 *
 *     <ProvenMoney of="spent" period={{ from: '2026-10-01', to: '2026-10-31' }} amount={total} />
 *     <ProvenMoney of="account_group" totalKey="checking" amount={group.total} />
 *     <ProvenMoney of="net_worth" amount={net} hero />
 *
 * `of` is a total that `POST /user/proof` knows (`provable-totals.ts` on the server lists and defines them);
 * `period` the days that it is of, both included, or this month up to today; `totalKey` its key where it
 * has one: a category, a group. The rest is what `Money` takes. The proof lives in the page's address, so back
 * closes it; `ProofHost` in the signed-in frame shows it.
 */
export function ProvenMoney({
  of,
  period,
  totalKey,
  linkClass,
  ...money
}: ComponentProps<typeof Money> & {
  of: ProvenTotal['of'];
  period?: ProvenTotal['period'];
  totalKey?: string;
  /** Classes of the link around the amount. */
  linkClass?: string;
}) {
  return (
    <ProofLink
      total={{ of, ...(period && { period }), ...(totalKey !== undefined && { key: totalKey }) }}
      {...(linkClass === undefined ? {} : { className: linkClass })}
    >
      <Money {...money} />
    </ProofLink>
  );
}
