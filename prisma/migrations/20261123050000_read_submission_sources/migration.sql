-- Why: the overview's numbers lead to lists, by source and by answer as well. What a source is, and which answers an
-- evaluation has, is said once, for the overview, for the inbox's filters and for their indexes.

-- The host of the page that somebody came from; null without one.
CREATE FUNCTION referrer_host(referrer TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN referrer LIKE '%_://_%' THEN left(split_part(referrer, '/', 3), 120) END
$$;

-- "named:" and what the link says, or else the host without user info, port, query and leading "www."; "agent:" and the
-- assistant's name, or "direct". Names with the same first characters are one.
CREATE FUNCTION submission_source(utm_source TEXT, host TEXT, agent TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN utm_source <> '' THEN 'named:' || left(utm_source, 120) ELSE coalesce(
        'named:' || nullif(regexp_replace(
            regexp_replace(lower(host), '^.*@|[?#].*$', '', 'g'), '^www\.|:[0-9]*$|\.$', '', 'g'), ''),
        'agent:' || agent,
        'direct') END
$$;

-- Three numbers for each question: from 0 on, by question and points, to the nearest whole ones.
CREATE FUNCTION answer_marks(answers FLOAT8[]) RETURNS INT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY[
        round(answers[1])::int, 3 + round(answers[2])::int, 6 + round(answers[3])::int, 9 + round(answers[4])::int,
        12 + round(answers[5])::int, 15 + round(answers[6])::int, 18 + round(answers[7])::int,
        21 + round(answers[8])::int, 24 + round(answers[9])::int]
$$;
