import { formatMessage } from '@cairn/contract/text/copy';
import { Bitcoin, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useLinkExchange } from '../../domain/link-exchange.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { useInstitutions } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';

/** The crypto exchange: a link to its page if it is linked, otherwise a button that links it. */
export function ExchangeSection({ name, onClose }: { name: string; onClose: () => void }) {
  const { data } = useInstitutions();
  const link = useLinkExchange();
  return (
    <section aria-labelledby="linked-exchange" className="border-t border-line pt-5">
      <h3 id="linked-exchange" className="mb-3 font-semibold">
        {institutionsCopy.crypto}
      </h3>
      {data === undefined && <Skeleton className="h-10 w-40" />}
      {data?.cb_token && (
        <Link
          to={paths.exchange(name)}
          onClick={onClose}
          className="flex min-h-11 items-center gap-3 rounded-control font-medium hover:bg-sunken"
        >
          <Bitcoin aria-hidden="true" className="size-5 text-accent" />
          <span className="grow">{name}</span>
          <ChevronRight aria-hidden="true" className="size-4 text-muted" />
        </Link>
      )}
      {data && !data.cb_token && (
        <>
          <Button variant="secondary" busy={link.busy} onClick={() => link.mutate()}>
            <Bitcoin aria-hidden="true" className="size-4" />
            {formatMessage(institutionsCopy.linkExchange, { exchange: name })}
          </Button>
          <FormError className="mt-3">{link.error?.message}</FormError>
        </>
      )}
    </section>
  );
}
