import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useExchangeReturn } from '../features/crypto/exchange-return.ts';
import { paths } from '../paths.ts';
import { useConfig } from '../platform/config.ts';
import { useLinkExchange } from '../platform/exchange-trip.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { showToast } from '../ui/toast.ts';
import { EntryOutcome, EntryWait } from './frame/entry-outcome.tsx';
import { FramedCard } from './frame/framed-card.tsx';

/** Where the crypto exchange sends the browser back to. */
export function Component() {
  const [query] = useSearchParams();
  // What the address said on the way in: it is taken from there before it is used, so that a reload sends nothing again.
  const [brought] = useState({
    code: query.get('code'),
    state: query.get('state'),
    error: query.get('error'),
  });
  const exchange = useConfig()?.exchange_name ?? 'The exchange';
  const navigate = useNavigate();
  const end = useExchangeReturn(brought);
  useEffect(() => {
    if (query.size > 0) navigate(paths.cryptoCallback, { replace: true });
  }, [query, navigate]);
  useEffect(() => {
    if (end?.outcome !== 'linked' && end?.outcome !== 'nothing') return;
    if (end.outcome === 'linked') showToast({ title: `${exchange} is linked` });
    navigate(paths.crypto, { replace: true });
  }, [end, exchange, navigate]);
  return (
    <FramedCard>
      <PageTitle>Link crypto</PageTitle>
      {end?.outcome === 'denied' || end?.outcome === 'failed' ? (
        <NotLinked
          exchange={exchange}
          denied={end.outcome === 'denied'}
          detail={end.outcome === 'failed' ? end.detail : ''}
        />
      ) : (
        <EntryWait title="One moment">Cairn is reading what you hold at {exchange}.</EntryWait>
      )}
    </FramedCard>
  );
}

function NotLinked({
  exchange,
  denied,
  detail,
}: {
  exchange: string;
  denied: boolean;
  detail: string;
}) {
  const link = useLinkExchange();
  return (
    <EntryOutcome
      kind="trouble"
      title={denied ? `You did not let Cairn see ${exchange}` : `${exchange} could not be linked`}
      actions={
        <>
          <Button size="large" busy={link.busy} onClick={() => link.mutate()}>
            Link {exchange}
          </Button>
          <ButtonLink to={paths.crypto} variant="ghost" size="large" replace>
            Back to crypto
          </ButtonLink>
          <FormError>{link.error?.message}</FormError>
        </>
      }
    >
      <p>{denied ? 'Nothing has changed. You can link it whenever you like.' : detail}</p>
    </EntryOutcome>
  );
}
