import { formatMessage } from '@cairn/contract/text/copy';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLinkExchange } from '../../domain/link-exchange.ts';
import { useExchangeCallback } from '../../features/crypto/exchange-callback.ts';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EntryOutcome, EntryWait } from '../frame/pages/entry-outcome.tsx';
import { FramedCard } from '../frame/pages/framed-card.tsx';
import { screensCopy } from '../screens.copy.ts';

const cryptoCopy = screensCopy.crypto;

/** The crypto exchange's redirect URI. */
export function Component() {
  const [query] = useSearchParams();
  // Kept in state, because the code is removed from the URL so that a reload doesn't send it again.
  const [result] = useState({
    code: query.get('code'),
    state: query.get('state'),
    error: query.get('error'),
  });
  const exchange = useConfig()?.exchange_name ?? cryptoCopy.exchange;
  const navigate = useNavigate();
  const end = useExchangeCallback(result);
  useEffect(() => {
    if (query.size > 0) navigate(paths.cryptoCallback, { replace: true });
  }, [query, navigate]);
  useEffect(() => {
    if (end?.outcome !== 'linked' && end?.outcome !== 'nothing') return;
    if (end.outcome === 'linked')
      showToast({ title: formatMessage(cryptoCopy.linked, { exchange }) });
    navigate(paths.crypto, { replace: true });
  }, [end, exchange, navigate]);
  return (
    <FramedCard>
      <PageTitle>{cryptoCopy.linkTitle}</PageTitle>
      {end?.outcome === 'denied' || end?.outcome === 'failed' ? (
        <NotLinked
          exchange={exchange}
          denied={end.outcome === 'denied'}
          detail={end.outcome === 'failed' ? end.detail : ''}
        />
      ) : (
        <EntryWait title={cryptoCopy.waitTitle}>
          {formatMessage(cryptoCopy.waitDetail, { exchange })}
        </EntryWait>
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
      kind="error"
      title={formatMessage(denied ? cryptoCopy.denied : cryptoCopy.failed, { exchange })}
      actions={
        <>
          <Button size="large" busy={link.busy} onClick={() => link.mutate()}>
            {formatMessage(cryptoCopy.link, { exchange })}
          </Button>
          <ButtonLink to={paths.crypto} variant="ghost" size="large" replace>
            {cryptoCopy.back}
          </ButtonLink>
          <FormError>{link.error?.message}</FormError>
        </>
      }
    >
      <p>{denied ? cryptoCopy.deniedDetail : detail}</p>
    </EntryOutcome>
  );
}
