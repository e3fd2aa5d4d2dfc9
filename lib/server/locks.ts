/** Keys of Postgres' advisory locks, for what happens one after another in the whole database. */
export const locks = {
  /** Erasures and purges. */
  maintenance: 4_821_733_906,
  /** Two new entries could be one sender. */
  blockList: 4_821_733_915,
} as const;
