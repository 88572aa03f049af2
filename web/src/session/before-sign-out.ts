type Work = () => Promise<unknown>;

const works = new Set<Work>();

/** Adds work that needs the session: signing out waits for it. Returns a function that removes it. */
export function beforeSignOut(work: Work): () => void {
  works.add(work);
  return () => works.delete(work);
}

export const finishWork = (): Promise<unknown> => Promise.all([...works].map((work) => work()));
