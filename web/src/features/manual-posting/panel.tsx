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
import { dateAndTime, zoneName } from '../../app/day-and-time.ts'
import styles from './panel.module.css'
import { phoneAddress, type PhoneAddress } from './phone-address.ts'
import { QrCode } from '../../components/qr-code.tsx'

/** The link to the manual posting page of a post, also as a QR code for the phone. */
export function ManualPostingPanel({ postId }: { postId: string }) {
  const queryClient = useQueryClient()
  const options = orpc.manualPosting.link.queryOptions({ input: { id: postId } })
  const query = useQuery({ ...options, refetchOnWindowFocus: true })
  const renewing = useMutation(
    orpc.manualPosting.renew.mutationOptions({ onSuccess: (fresh) => queryClient.setQueryData(options.queryKey, fresh) }),
  )
  const failure = renewing.error ?? query.error
  const renew = (
    <Button size="small" icon={<RefreshCw aria-hidden="true" />} busy={renewing.isPending} onClick={() => renewing.mutate({ id: postId })}>
      New link
    </Button>
  )
  return (
    <section className={styles.panel} aria-label="Manual posting">
      {failure && <Notice kind="bad">{errorText(failure)}</Notice>}
      {query.isPending && <Skeleton height={168} />}
      {query.data?.link && <PostLink link={query.data.link} renew={renew} />}
      {query.data?.link === null && (
        <Notice kind="warn" action={renew}>
          The link to this post has expired. Create a new one.
        </Notice>
      )}
    </section>
  )
}

function PostLink({ link, renew }: { link: ManualPostingLink; renew: ReactNode }) {
  const address = phoneAddress(link, location.href)
  const url = address.url ?? link.url
  return (
    <>
      <div className={styles.way}>
        {address.url !== null && <QrCode label="QR code of the link" text={address.url} className={styles.code} />}
        <div className={styles.words}>
          <p>
            {address.url === null ? 'Open this link to post manually.' : 'Point your phone’s camera at the code to post from there.'} Anyone
            with the link can see this post and confirm its result without signing in.
          </p>
          <p className="tabular">
            Valid until {dateAndTime(link.expiresAt)} ({zoneName()}).{' '}
            {link.openedAt ? `First opened ${dateAndTime(link.openedAt)}.` : 'Not opened yet.'}
          </p>
        </div>
      </div>
      <Reach address={address} url={url} />
      <a className={styles.link} href={url} target="_blank" rel="noopener">
        {url}
      </a>
      <div className={styles.actions}>
        <CopyButton size="small" text={url} name="link" />
        {renew}
      </div>
    </>
  )
}

/** Says if a phone may not reach the page, and how to fix that. */
function Reach({ address, url }: { address: PhoneAddress; url: string }) {
  const { origin } = new URL(url)
  switch (address.opens) {
    case 'surely':
      return null
    case 'nearby':
      return <Notice kind="info">Your phone must be on the same network as this computer.</Notice>
    case 'perhaps':
      return (
        <Notice kind="warn">
          The code opens <b>{origin}</b>, this computer’s likely address, which works only on the same network. If it does not open, set{' '}
          <code>PUBLIC_URL</code> to an address that the phone can open, or add the address to <code>ALLOWED_HOSTS</code>.
        </Notice>
      )
    case 'never':
      return (
        <Notice kind="warn">
          Your phone can’t open <b>{origin}</b>, which works only on this computer. Set <code>PUBLIC_URL</code> to its address on your
          network, such as http://192.168.1.20:3000, and restart, or open this page at that address.
        </Notice>
      )
  }
}
