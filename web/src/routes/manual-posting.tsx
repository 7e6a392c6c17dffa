import { useParams } from 'react-router'
import { ManualPostingView as Page } from '../features/manual-posting/manual-posting-view.tsx'

/** A post to be posted by hand, for whoever has its link. */
export function ManualPostingPage() {
  const { token = '' } = useParams()
  return <Page key={token} token={token} />
}
