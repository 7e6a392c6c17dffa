import { useParams } from 'react-router'
import { HandOverPage as Page } from '../features/hand-over/hand-over-page.tsx'

/** A post to be posted by hand, for whoever has its link. */
export function HandOverPage() {
  const { token = '' } = useParams()
  return <Page key={token} token={token} />
}
