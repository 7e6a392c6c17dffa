import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CopyButton } from './copy-button.tsx'
import { momentText, zoneName } from './time-text.ts'
import styles from './panel.module.css'
import { phoneAddress, type PhoneAddress } from './phone-address.ts'
import { QrCode } from '../../components/qr-code.tsx'

/** The way to the phone page of a post that waits to be posted by hand: its link, and the link as a code for the phone's camera. */
export function HandOverPanel({ postId }: { postId: string }) {
  const queryClient = useQueryClient()
  const options = orpc.handOver.link.queryOptions({ input: { id: postId } })
  const query = useQuery({ ...options, refetchOnWindowFocus: true })
  const renewing = useMutation(
    orpc.handOver.renew.mutationOptions({ onSuccess: (fresh) => queryClient.setQueryData(options.queryKey, fresh) }),
  )
  const failure = renewing.error ?? query.error
  const renew = (
    <Button size="small" icon={<RefreshCw aria-hidden="true" />} busy={renewing.isPending} onClick={() => renewing.mutate({ id: postId })}>
      New link
    </Button>
  )
  return (
    <section className={styles.panel} aria-label="Post by hand">
      {failure && <Notice kind="bad">{errorText(failure)}</Notice>}
      {query.isPending && <Skeleton height={168} />}
      {query.data?.link && <Way link={query.data.link} renew={renew} />}
      {query.data?.link === null && (
        <Notice kind="warn" action={renew}>
          There is no link to this post any more. Make a new one.
        </Notice>
      )}
    </section>
  )
}

function Way({ link, renew }: { link: ManualPostingLink; renew: ReactNode }) {
  const address = phoneAddress(link, location.href)
  const url = address.url ?? link.url
  return (
    <>
      <div className={styles.way}>
        {address.url !== null && <QrCode label="QR code of the link" text={address.url} className={styles.code} />}
        <div className={styles.words}>
          <p>
            {address.url === null ? 'Open this link to post by hand.' : 'Point your phone’s camera at the code, and post from there.'}{' '}
            Nobody has to sign in: whoever has the link can see this post and say what became of it.
          </p>
          <p className="tabular">
            Good until {momentText(link.expiresAt)} ({zoneName()}).{' '}
            {link.openedAt ? `First opened ${momentText(link.openedAt)}.` : 'Not opened yet.'}
          </p>
        </div>
      </div>
      <Reach address={address} url={url} />
      <a className={styles.link} href={url} target="_blank" rel="noopener">
        {url}
      </a>
      <div className={styles.actions}>
        <CopyButton size="small" text={url} what="link" />
        {renew}
      </div>
    </>
  )
}

/** Says plainly where a phone will not find the page, and what to do about it. */
function Reach({ address, url }: { address: PhoneAddress; url: string }) {
  const { origin } = new URL(url)
  switch (address.opens) {
    case 'surely':
      return null
    case 'nearby':
      return <Notice kind="info">The phone has to be in the same network as this computer.</Notice>
    case 'perhaps':
      return (
        <Notice kind="warn">
          Ninesixteen runs under a name that only this computer knows. The code leads to <b>{origin}</b>, its number in the network as far
          as it can tell: the phone has to be in the same network. If the page does not open, set <code>PUBLIC_URL</code> to an address that
          the phone can open, or add its name to <code>ALLOWED_HOSTS</code>.
        </Notice>
      )
    case 'never':
      return (
        <Notice kind="warn">
          Your phone cannot open <b>{origin}</b>: only the computer that Ninesixteen runs on knows this name. Set <code>PUBLIC_URL</code> to
          the address of that computer in your network, such as http://192.168.1.20:3000, and start it anew; or open this page by that
          address.
        </Notice>
      )
  }
}
