import { useParams } from 'react-router'
import { ManualPostingView as Page } from '../features/manual-posting/manual-posting-view.tsx'

/** Manual posting page of one post; its token is the permission. */
export function ManualPostingPage() {
  const { token = '' } = useParams()
  return <Page key={token} token={token} />
}
