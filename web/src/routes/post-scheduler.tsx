export function PostSchedulerPage() { return <h1>PostSchedulerPage</h1> }
