/** Keys of Postgres advisory locks for work that is serialized across the whole database. */
export const locks = {
  /** Erasures and purges. */
  maintenance: 4_821_733_906,
  /** Two new entries could be the same sender. */
  blockList: 4_821_733_915,
} as const;
