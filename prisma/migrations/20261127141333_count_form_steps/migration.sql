-- Why: the desk shows at which step people stop filling in a form. Rows are counts of a day: they name nobody.

-- CreateTable
CREATE TABLE "form_steps" (
    "day" DATE NOT NULL,
    "form" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "form_steps_pkey" PRIMARY KEY ("day","form","step","language","door","device")
);

ALTER TABLE "form_steps"
  ADD CONSTRAINT "form_steps_form_check" CHECK (form IN ('evaluation', 'contact')),
  ADD CONSTRAINT "form_steps_door_check" CHECK (door IN ('script', 'plain', 'assistant')),
  ADD CONSTRAINT "form_steps_device_check" CHECK (device IN ('computer', 'tablet', 'phone')),
  ADD CONSTRAINT "form_steps_count_check" CHECK (count > 0);
