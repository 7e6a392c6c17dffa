import { AwaitedMail } from '../features/auth/check-your-mail.tsx'
import { ExampleSlides } from '../features/public/example-slides.tsx'
import { TrialView } from '../features/trial/trial-view.tsx'
import { requestMe, useVisitor } from '../app/visitor.ts'

export function TryPage() {
  const me = useVisitor((state) => state.me)
  return <TrialView visitor={{ me, requestMe }} AwaitedMail={AwaitedMail} example={<ExampleSlides />} />
}
