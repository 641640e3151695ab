"""Lessons as they are played: the positions of their steps, what an answer is worth, and the figures in their texts."""

from __future__ import annotations

from kaiping.lessons.course import Course as Course
from kaiping.lessons.course import course as course
from kaiping.lessons.course import recorded as recorded
from kaiping.lessons.figures import filled as filled
from kaiping.lessons.judging import Judged as Judged
from kaiping.lessons.judging import Verdict as Verdict
from kaiping.lessons.judging import judged as judged
from kaiping.titles.lessons import Lesson as Lesson
from kaiping.titles.lessons import Step as Step
from kaiping.titles.lessons import lesson as lesson
from kaiping.titles.lessons import lessons as lessons
